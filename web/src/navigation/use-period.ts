import { type ReportPeriod, reportPeriods } from '@vireo/contract'
import { useSearchParams } from 'react-router'

const usualDays = 30

/** The period of a report, kept in the address, so that it can be linked to and stays after a reload. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const period = reportPeriods.find((days) => String(days) === params.get('days')) ?? usualDays
  const choosePeriod = (days: ReportPeriod) =>
    setParams(days === usualDays ? {} : { days: String(days) }, { replace: true, preventScrollReset: true })
  return [period, choosePeriod] as const
}
