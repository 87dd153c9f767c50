import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { RequestTimes } from './request-times.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics that a process counts as it works. Values that can be read at any time are added by `/metrics`. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new RequestTimes(registry),
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
