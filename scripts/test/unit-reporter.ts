import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { type Report, reportVariable, shorten, type TestResult } from './report.ts'

/** Writes the report of a run of Vitest. */
// biome-ignore lint/style/noDefaultExport: required by Vitest
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]) {
    const report: Report = {
      tests: modules.flatMap((module) => [
        ...[...module.children.allTests()].map(toResult),
        ...[module, ...module.children.allSuites()].flatMap(toFailure),
      ]),
      fileSeconds: Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, module.diagnostic().duration / 1000]),
      ),
      errors: unhandled.map(({ message }) => `Outside of a test: ${message}`),
    }
    writeFileSync(process.env[reportVariable] ?? '', JSON.stringify(report))
  }
}

function toResult(test: TestCase): TestResult {
  const { state, errors } = test.result()
  const file = test.module.relativeModuleId
  // Vitest expects a pattern.
  const pattern = test.fullName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return {
    file,
    name: test.fullName,
    state: state === 'pending' ? 'skipped' : state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    error: shorten(errors?.[0]?.message),
    selection: [file, '-t', `^${pattern}$`],
  }
}

/** A file that cannot be loaded, or a hook that fails. */
function toFailure(group: TestModule | TestSuite): TestResult[] {
  const [error] = group.errors()
  if (!error) return []
  const file = group.type === 'module' ? group.relativeModuleId : group.module.relativeModuleId
  const name = group.type === 'module' ? 'loading the file and its hooks' : `${group.fullName}: its hooks`
  return [{ file, name, state: 'failed', seconds: 0, error: shorten(error.message), selection: [file] }]
}
