/** Vitest's JSON report of several projects, as one report for each. */
import { sep } from 'node:path';

const count = (tests, ...states) => tests.filter(({ status }) => states.includes(status)).length;

/** A report of those results of files that are in a folder. It fails when there are none: Vitest ended too early. */
export function projectReport(all, folder) {
  const testResults = all.filter(({ name }) => name.startsWith(folder + sep));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    numTotalTests: tests.length,
    numPassedTests: count(tests, 'passed'),
    numFailedTests: count(tests, 'failed'),
    numPendingTests: count(tests, 'pending', 'skipped'),
    numTodoTests: count(tests, 'todo'),
    startTime: Math.min(...testResults.map(({ startTime }) => startTime)),
    success: testResults.length > 0 && testResults.every(({ status }) => status === 'passed'),
    testResults,
  };
}

/** The counts, and the failed tests with their messages. */
export function summaryOf({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${message}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`,
    );
  });
  const counts = `${String(numPassedTests)} passed, ${String(numFailedTests)} failed, ${String(numPendingTests)} skipped`;
  return `${[...failures, counts].join('\n\n')}\n`;
}
