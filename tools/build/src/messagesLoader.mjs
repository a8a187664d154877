/** The build's step for `src/messages.ts`. */
import { compileCatalogue } from './compileCatalogue.mjs';

export default function messagesLoader(source) {
  return compileCatalogue(source, this.getOptions().locale);
}
