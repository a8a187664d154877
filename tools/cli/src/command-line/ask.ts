/** Asks the user a question in the terminal. */
import { createInterface } from 'node:readline/promises';
import { AppError } from '@slipway/contracts';

/** The line that was typed. @throws `conflict` when the input ends, as with Ctrl-C and Ctrl-D */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const lines = createInterface({ input, output });
  try {
    return await new Promise((resolve, reject) => {
      const stop = () => {
        reject(new AppError('conflict', 'Stopped without an answer: nothing was changed'));
      };
      lines.once('close', stop); // not every version of Node rejects the question
      lines.question(question).then(resolve, stop);
    });
  } finally {
    lines.close();
  }
}
