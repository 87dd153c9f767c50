-- Run by wrk (wrk.ts): people send the same request in turn, each with a header of their own. At the end of the run
-- only health checks are sent, so that every request gets its answer before wrk closes the connections.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long micros; } moment;
  int gettimeofday(moment *now, void *zone);
]]

local moment = ffi.new("moment")
local function now()
  ffi.C.gettimeofday(moment, nil)
  return tonumber(moment.seconds) + tonumber(moment.micros) / 1e6
end

local threads = {}
function setup(thread)
  table.insert(threads, thread)
end

local requests, turn, quiet, sendsUntil = {}, 0, nil, nil

function init(args)
  local path, body, seconds, header = args[1], args[2], tonumber(args[3]), args[4]
  for i = 5, #args do
    local headers = { [header] = args[i], ["Content-Type"] = "application/json" }
    table.insert(requests, wrk.format("POST", path, headers, body))
  end
  quiet = wrk.format("GET", "/healthz")
  sendsUntil = now() + seconds
  yes, no, failed = 0, 0, 0
end

function request()
  if now() > sendsUntil then return quiet end
  turn = turn % #requests + 1
  return requests[turn]
end

-- Leaves the machine to requests that are still waiting for their answer.
function delay()
  return now() > sendsUntil and 200 or 0
end

function response(status, headers, body)
  if status ~= 200 then
    failed = failed + 1
  elseif body:find('"is%u%l+":true') or body:find('"data":null') then
    yes = yes + 1
  elseif body:find('"is%u%l+":false') then
    no = no + 1
  end
end

function done()
  local thread = threads[1]
  print(string.format("answers yes=%d no=%d failed=%d", thread:get("yes"), thread:get("no"), thread:get("failed")))
end
