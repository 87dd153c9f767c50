import { type ReportPeriod, reportPeriods } from '@vireo/contract'
import { useSearchParams } from 'react-router'

const defaultDays = 30

/** The period of a report, kept in the address so that it can be linked to and survives a reload. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const period = reportPeriods.find((days) => String(days) === params.get('days')) ?? defaultDays
  const choosePeriod = (days: ReportPeriod) =>
    setParams(days === defaultDays ? {} : { days: String(days) }, { replace: true, preventScrollReset: true })
  return [period, choosePeriod] as const
}
