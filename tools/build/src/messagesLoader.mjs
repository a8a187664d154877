/** Rspack loader for message catalogs. `catalogs` has the id of each file that the build translates. */
import { compileCatalog } from './compileMessages.mjs';

export default function messagesLoader(source) {
  return compileCatalog(this.resourcePath, source, this.getOptions().catalogs[this.resourcePath]);
}
