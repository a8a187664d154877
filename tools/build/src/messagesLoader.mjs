/** Rspack loader for message catalogs. */
import { compileMessages } from './compileMessages.mjs';

export default function messagesLoader(source) {
  return compileMessages(source, this.getOptions().locale);
}
