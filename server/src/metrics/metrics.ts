import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics that a process counts as it works. Values that can be read at any time are added by `/metrics`. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    ...createRequestMetrics(registers),
    eventStreams: new Gauge({
      name: 'vireo_event_streams',
      help: 'Open streams of events to pages',
      registers,
    }),
    jobs: new Histogram({
      name: 'vireo_job_duration_seconds',
      help: 'How long tries of jobs took, by how they ended: done, failed or interrupted by a stop or an outage',
      labelNames: ['task', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600],
      registers,
    }),
    transcodes: createTranscodeMetrics(registers),
  }
}

const createRequestMetrics = (registers: Registry[]) => ({
  requests: new Counter({
    name: 'vireo_http_requests_total',
    help: 'Requests that were answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  }),
  requestSeconds: new Histogram({
    name: 'vireo_http_request_duration_seconds',
    help: 'How long requests took from their arrival until the last byte of the answer was handed over',
    // The status is a label of the counter only: here it would make three times the series.
    labelNames: ['method', 'route'],
    // Answers from memory take less than a millisecond, the slowest searches a few seconds.
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  }),
})

const createTranscodeMetrics = (registers: Registry[]) => ({
  running: new Gauge({
    name: 'vireo_transcodes_running',
    help: 'Transcodes that this process is making',
    labelNames: ['kind'],
    registers,
  }),
  ended: new Counter({
    name: 'vireo_transcodes_total',
    help: 'Transcodes by how they ended: done, failed or interrupted by a stop',
    labelNames: ['kind', 'outcome'],
    registers,
  }),
  seconds: new Counter({
    name: 'vireo_transcode_seconds_total',
    help: 'How long finished transcodes took',
    labelNames: ['kind'],
    registers,
  }),
  videoSeconds: new Counter({
    name: 'vireo_transcoded_video_seconds_total',
    help: 'The length of what finished transcodes have encoded',
    labelNames: ['kind'],
    registers,
  }),
})
