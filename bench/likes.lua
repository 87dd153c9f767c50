-- Run by wrk (likes.bench.ts): people take turns to like a video or take their like back. In the last moments of the run
-- only health checks are sent, so that every like has its answer before wrk closes the connections.
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

local requests, turn, quiet, likesUntil = {}, 0, nil, nil

function init(args)
  local path, seconds = args[1], tonumber(args[2])
  for i = 3, #args do
    local headers = { Cookie = "vireo_session=" .. args[i], ["Content-Type"] = "application/json" }
    table.insert(requests, wrk.format("POST", path, headers, "{}"))
  end
  quiet = wrk.format("GET", "/healthz")
  likesUntil = now() + seconds
  given, taken, failed = 0, 0, 0
end

function request()
  if now() > likesUntil then return quiet end
  turn = turn % #requests + 1
  return requests[turn]
end

-- Leaves the machine to the likes that are still waiting for their answer.
function delay()
  return now() > likesUntil and 200 or 0
end

function response(status, headers, body)
  if status ~= 200 then
    failed = failed + 1
  elseif body:find('"isLiked":true', 1, true) then
    given = given + 1
  elseif body:find('"isLiked":false', 1, true) then
    taken = taken + 1
  end
end

function done()
  local thread = threads[1]
  print(string.format("likes given=%d taken=%d failed=%d", thread:get("given"), thread:get("taken"), thread:get("failed")))
end
