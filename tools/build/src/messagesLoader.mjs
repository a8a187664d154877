/** The build's step for `src/messages.ts`. */
import { compileMessages } from './compileMessages.mjs';

export default function messagesLoader(source) {
  return compileMessages(source, this.getOptions().locale);
}
