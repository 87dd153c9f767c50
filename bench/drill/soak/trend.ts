import type { Sample } from './samples.ts'

type Measure = Exclude<keyof Sample, 'minutes'>

/** The most by which each may grow over the measured time, however long that is, along its trend. */
const bounds: Record<Measure, number> = {
  serverMegabytes: 60,
  postgresMegabytes: 60,
  files: 25,
  connections: 10,
  diskMegabytes: 60,
}

/** Caches and pools fill at first, which is no leak. */
const warmUpPart = 0.3

/** One sentence for each measure that grows more than it may. */
export function findGrowth(samples: Sample[]): string[] {
  const measured = afterWarmUp(samples)
  return measures.flatMap((measure) => {
    const growth = growthOf(measured, measure)
    const isFlat = growth <= bounds[measure]
    return isFlat ? [] : [`${measure} grew by ${growth.toFixed(0)}, more than ${bounds[measure]}`]
  })
}

export function describeTrend(samples: Sample[]): string {
  const measured = afterWarmUp(samples)
  const all = measures.map((one) => `${one} ${growthOf(measured, one).toFixed(1)} of at most ${bounds[one]}`)
  return `growth along the trend: ${all.join(', ')}`
}

const measures = Object.keys(bounds) as Measure[]

function afterWarmUp(samples: Sample[]): Sample[] {
  const end = samples.at(-1)?.minutes ?? 0
  return samples.filter(({ minutes }) => minutes >= end * warmUpPart)
}

/** The slope of the least squares line, times the measured time. */
function growthOf(samples: Sample[], measure: Measure): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const times = samples.map(({ minutes }) => minutes)
  const meanTime = mean(times)
  const meanValue = mean(samples.map((one) => one[measure]))
  const covariance = mean(samples.map((one) => (one.minutes - meanTime) * (one[measure] - meanValue)))
  const variance = mean(times.map((time) => (time - meanTime) ** 2))
  return (covariance / variance) * (Math.max(...times) - Math.min(...times))
}
