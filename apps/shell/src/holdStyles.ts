/** Styles of components, while React renders the app beside the page in advance. */
import { watchStyledSheets } from './styledSheets';

/**
 * Keeps the sheets that styled-components adds from now on from applying, until the returned function is called. Each rule that
 * a component adds would make the browser compute the styles of the page that it shows again.
 */
export function holdStyles(): () => void {
  const held = new Set<CSSStyleSheet>();
  const end = watchStyledSheets((sheet) => {
    sheet.disabled = true;
    held.add(sheet);
  });
  return () => {
    end();
    for (const sheet of held) sheet.disabled = false;
  };
}
