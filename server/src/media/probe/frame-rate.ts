import type { Rational } from './source-info.ts'
import { toNumber } from './source-info.ts'

const ntscRates = [24, 30, 60, 120].map((rate) => ({ num: rate * 1000, den: 1001 }))
const wholeRates = [10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 90, 100, 120, 240].map((num) => ({ num, den: 1 }))

export interface FrameTiming {
  frameRate: Rational | undefined
  isVariable: boolean
}

/** Measures the frame rate where frames are evenly spaced, so that pauses do not lower it, and whether it varies. */
export function measureFrameTiming(times: readonly number[]): FrameTiming {
  const sorted = [...times].sort((a, b) => a - b)
  // Frames are in coding order, so some of the last ones are missing when only a part of the file was read.
  const whole = sorted.length > 100 ? sorted.slice(0, -16) : sorted
  const gaps = whole.slice(1).map((time, index) => time - (whole[index] ?? 0))
  const median = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
  if (!median || median <= 0) return { frameRate: undefined, isVariable: false }
  const regular = gaps.filter((gap) => Math.abs(gap - median) < median * 0.25)
  const mean = regular.reduce((sum, gap) => sum + gap, 0) / regular.length
  return { frameRate: snapFrameRate(1 / mean), isVariable: regular.length < gaps.length }
}

/** The nearest common rate within 3 %, or else the rate itself in thousandths. */
function snapFrameRate(rate: number): Rational {
  const distance = (candidate: Rational) => Math.abs(toNumber(candidate) / rate - 1)
  const nearest = [...wholeRates, ...ntscRates].reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return distance(nearest) < 0.03 ? nearest : { num: Math.round(rate * 1000), den: 1000 }
}

export function readRational(text: string | undefined): Rational | undefined {
  const [num, den = 1] = (text ?? '').split(/[/:]/).map(Number)
  return num && den && num > 0 && den > 0 ? { num, den } : undefined
}
