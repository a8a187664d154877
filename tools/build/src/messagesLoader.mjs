/** Rspack loader for message catalogs. `catalogs` has the id of each file that the build translates. */
import { compileMessages } from './compileMessages.mjs';

export default function messagesLoader(source) {
  return compileMessages(source, this.getOptions().catalogs[this.resourcePath]);
}
