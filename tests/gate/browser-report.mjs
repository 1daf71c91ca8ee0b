import { relative } from 'node:path';

/** Playwright's JSON in the shape of `vitest-report.mjs`. */
export function readBrowserReport({ suites, errors, config }) {
  const report = { passed: 0, failed: [], unsteady: [], tests: [], files: {} };
  const root = relative(process.cwd(), config.rootDir);
  for (const { message } of errors) report.failed.push({ name: root, message });
  for (const { file, title, tests } of specsOf(suites))
    for (const { status, results } of tests) {
      const path = `${root}/${file}`;
      const name = `${path} › ${title}`;
      const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1_000;
      const message = results
        .flatMap((result) => result.errors)
        .map((error) => error.message)
        .join('\n');
      report.files[path] = (report.files[path] ?? 0) + seconds;
      if (status !== 'skipped') report.tests.push({ name, seconds });
      if (status === 'expected') report.passed += 1;
      if (status === 'unexpected') report.failed.push({ name, message });
      if (status !== 'flaky') continue;
      report.passed += 1;
      report.unsteady.push({ name, message });
    }
  return report;
}

const specsOf = (suites) =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);
