/** A process that waits for a signal, and then cannot close what its argument names, if any. */
import { stopOnSignal } from '../app/stopOnSignal';

const [problem] = process.argv.slice(2);
stopOnSignal(
  async () => {
    if (problem) throw new Error(problem);
  },
  (line) => {
    console.log(line);
  },
);
setInterval(() => undefined, 1_000);
console.log('started');
