import { Counter, type Metric, type Registry } from 'prom-client'

/** In seconds. Answers from memory take less than a millisecond, the slowest searches a few seconds. */
const bounds = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: { method: string; route: string }
  statuses: Map<number, number>
  /** How many requests ended within each bound but not within the one before, and the rest. */
  buckets: number[]
  seconds: number
}

/**
 * How many requests there were and how long they took. Counted in plain numbers, because prom-client looks up the
 * labels of every observation again, which takes twenty times as long.
 */
export class RequestTimes {
  readonly #series = new Map<string, Map<string, Series>>()

  constructor(registry: Registry) {
    const listSeries = () => this.#listSeries()
    new Counter({
      name: 'vireo_http_requests_total',
      help: 'Requests that were answered, by route and status',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, statuses } of listSeries())
          for (const [status, count] of statuses) this.inc({ ...labels, status }, count)
      },
    })
    registry.registerMetric(describeDurations(listSeries))
  }

  /** `method` and `route` become labels, so there must be few of them. */
  add(method: string, route: string, status: number, seconds: number): void {
    const series = this.#series.get(route)?.get(method) ?? this.#addSeries(method, route)
    series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
    series.seconds += seconds
    let bucket = 0
    while (seconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
  }

  #addSeries(method: string, route: string): Series {
    const series = {
      labels: { method, route },
      statuses: new Map<number, number>(),
      buckets: Array<number>(bounds.length + 1).fill(0),
      seconds: 0,
    }
    const ofRoute = this.#series.get(route) ?? new Map<string, Series>()
    this.#series.set(route, ofRoute.set(method, series))
    return series
  }

  #listSeries = () => [...this.#series.values()].flatMap((ofRoute) => [...ofRoute.values()])
}

/** A histogram with the parts that the registry reads; one of prom-client's own could not be set to these numbers. */
function describeDurations(listSeries: () => Series[]): Metric {
  const name = 'vireo_http_request_duration_seconds'
  const help = 'How long requests took from their arrival until the last byte of the answer was handed over'
  const get = async () => ({ name, help, type: 'histogram', values: listSeries().flatMap(listValues) })
  const listValues = ({ labels, buckets, seconds }: Series) => {
    let count = 0
    const values = buckets.map((inBucket, i) => {
      count += inBucket
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[i] ?? '+Inf' }, value: count }
    })
    return [
      ...values,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  return { name, get } as unknown as Metric
}
