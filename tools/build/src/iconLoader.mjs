/**
 * Rspack loader: removes the keys of the lines in an icon of lucide-react. They are random, so they do not compress, and the
 * lines of an icon never change. Keeps every line break, so that source maps have the right lines.
 */
export const withoutKeys = (source) =>
  source.replace(/,(\s+)key: "\w+"/g, (_all, space) => space.replace(/[^\n]/g, ''));

export default function iconLoader(source) {
  return withoutKeys(source);
}
