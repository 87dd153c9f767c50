-- Run by wrk (wrk.ts): reads ranges at random positions of a file.
local size, length

function init(args)
  size, length = tonumber(args[1]), tonumber(args[2])
  math.randomseed(1)
end

function request()
  local start = math.random(0, size - length)
  return wrk.format("GET", nil, { Range = string.format("bytes=%d-%d", start, start + length - 1) })
end
