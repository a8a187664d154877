/**
 * A Vitest reporter for mutation testing. Stryker looks only at tests, and none has failed when a file could not be loaded or
 * when its `beforeAll` failed: the mutant would count as unnoticed. So a test of the file fails instead.
 */
const testsIn = ({ tasks }) => tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]));

function failTest(file) {
  const { errors = [] } = file.result;
  const result = { state: 'fail', errors };
  const [first] = testsIn(file);
  if (first) Object.assign(first, { mode: 'run', result });
  else file.tasks.push({ type: 'test', name: 'loads', mode: 'run', meta: {}, file, result });
}

let vitest;
export const failedFiles = {
  onInit(started) {
    vitest = started;
  },
  onTestRunEnd() {
    const failed = vitest.state.getFiles().filter(({ result }) => result?.state === 'fail');
    for (const file of failed)
      if (!testsIn(file).some(({ result }) => result?.state === 'fail')) failTest(file);
  },
};
