/** Rspack loader for message catalogs. `catalogs` has the id of each file that the build translates. */
import { compileCatalog } from './compileMessages.mjs';

export default function messagesLoader(source) {
  try {
    return compileCatalog(this.resourcePath, source, this.getOptions().catalogs[this.resourcePath]);
  } catch (error) {
    // The message has the place. Rspack would add the stack of this loader.
    throw Object.assign(error, { hideStack: true });
  }
}
