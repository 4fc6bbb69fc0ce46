#!/bin/sh
# Canvas is a Ruby program: what its importer's CSV reader makes of a gradebook, with the options that
# lib/gradebook_importer.rb of canvas-lms gives it. Exit code 77, a skip, without ruby.
set -eu

if ! command -v ruby >/dev/null; then
    echo 'skipped: ruby is not installed'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$KIT_WRITE_SAMPLES" "$work"
ruby -E UTF-8:UTF-8 - "$work/canvas.csv" <<'END'
require 'csv'

# A field of digits, points and commas is a number to Canvas: it must be one that a point divides.
comma = ->(field) { field =~ /\A-?[0-9.,]+%?\z/ && field.count('.,') > 1 ? raise("number #{field}") : field }
rows = CSV.read(ARGV[0], converters: [comma], skip_lines: /^[;, ]+$/, col_sep: ',')
def check(what, right)
  right or abort("canvas: #{what}")
end

# Canvas finds the separator in the first three raw lines.
counts = File.readlines(ARGV[0]).first(3).map { |line| CSV.parse_line(line)&.size }
check('the first lines have as many fields each', counts.uniq.size == 1)
semicolons = File.readlines(ARGV[0]).first(3).map do |line|
  CSV.parse_line(line, col_sep: ';')&.size
rescue CSV::MalformedCSVError
  0
end
check('semicolons separate nothing', semicolons.uniq.size > 1 || semicolons.first < counts.first)
header, possible, *students = rows
check('columns', header.first(5) == ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section'])
check('assignments', header.drop(5) == %w[04-basic-sweep 05-shared-memory-tiling 06-thread-coarsening Quiz])
check('points possible', possible[0].include?('Points Possible') && possible.drop(5) == %w[10 15 20 2])
check('five students', students.size == 5 && students.all? { |row| row.size == header.size })
check('ids', students[0].first(5) == ['Lovelace, Ada', '4711', '00123', 'ada', 'A1'])
check('grades', students.flat_map { |row| row.drop(5) }.compact.all? { |grade| grade =~ /\A[0-9]+(\.[0-9]+)?\z/ })
check('an unknown grade is empty', students[3][7].nil?)
check('no formula', students.flatten.compact.none? { |field| field =~ /\A\s*[=+@]|\A\s*-(?![0-9.]+\z)/ })
END
