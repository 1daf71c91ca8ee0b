import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * What `run.mjs` wants to know of a run of vitest, as JSON in the file that GATE_REPORT names: the number of tests that
 * passed, those that failed, those that passed on the second try, and how long each test and each file took.
 */
export default class VitestReport {
  onTestRunEnd(modules, errors) {
    const report = { passed: 0, failed: [], unsteady: [], tests: [], files: {} };
    const fail = (name, found) => report.failed.push({ name, message: textOf(found) });
    for (const error of errors) fail('outside of a test', [error]);
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      report.files[file] = (setupDuration + collectDuration + duration) / 1_000;
      const failedBefore = report.failed.length;
      for (const test of module.children.allTests()) {
        const name = `${file} › ${test.fullName}`;
        const { state, errors: found } = test.result();
        const { duration: ms, flaky } = test.diagnostic() ?? {};
        if (ms) report.tests.push({ name, seconds: ms / 1_000 });
        if (state === 'passed') report.passed += 1;
        if (state === 'failed') fail(name, found);
        if (flaky) report.unsteady.push({ name, message: textOf(found) });
      }
      // What fails before the first test: a file that cannot be loaded, or the preparation of a suite.
      const before = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      if (before.length > 0) fail(file, before);
      else if (module.state() === 'failed' && report.failed.length === failedBefore) fail(file, []);
    }
    writeFileSync(process.env.GATE_REPORT, JSON.stringify(report));
  }
}

const textOf = (errors = []) => errors.map(({ message, stack }) => stack ?? message ?? '').join('\n');
