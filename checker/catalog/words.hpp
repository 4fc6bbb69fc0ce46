// Known words in messages: what command lines do with mistyped words, lab.toml's keys and labs' names need, too.
#pragma once

#include "command_line/words.hpp"

namespace kit {

using command_line::listed;
using command_line::nearest;

} // namespace kit
