-- Code within a sentence: a line may end between its words, but not within an option,
-- ./lab or short code.

local longest_in_one_piece = 14

local function html(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function in_one_piece(text)
  return '<span class="word">' .. html(text) .. "</span>"
end

function Code(code)
  local text = code.text
  if utf8.len(text) <= longest_in_one_piece then
    return pandoc.RawInline("html", "<code>" .. in_one_piece(text) .. "</code>")
  end
  local pieces = text:gsub("%S+", function(word)
    return word:match("^[-.]") and in_one_piece(word) or html(word)
  end)
  return pandoc.RawInline("html", "<code>" .. pieces .. "</code>")
end
