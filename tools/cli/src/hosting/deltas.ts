/** Texts of web servers about files that later ones may be compressed against; the same as `laterFiles` (decision 104). */
import { dictionaryHeader } from '../store/delta';
import { REST } from '../store/keys';

/** Whether files with this ending have deltas. */
export const hasDeltas = (ending: string): boolean => ['js', 'css', 'json'].includes(ending);

/** Groups of the path of a file of a release, in their order. */
export const groups = ['slice', 'stem', 'ending'] as const;
type Group = (typeof groups)[number];

const HASH = '[0-9a-f]{16}';

/** For a template. `group` makes a group of a regular expression, `value` refers to it. */
export const dictionaryTexts = (
  group: (name: Group, pattern: string) => string,
  value: (name: Group) => string,
) => ({
  'file of a release': `/slices/${group('slice', '[a-z][a-z0-9-]*')}/${HASH}/${group('stem', '[A-Za-z0-9_-]+')}\\.${HASH}\\.${group('ending', 'js|css')}`,
  'later files': dictionaryHeader(`/slices/${value('slice')}/*/${value('stem')}.*.${value('ending')}`),
  manifest: `/slices/${group('slice', '[a-z][a-z0-9-]*')}/${HASH}/mf-manifest\\.json`,
  'later manifests': dictionaryHeader(`/slices/${value('slice')}/*/mf-manifest.json`),
  composition: `/slices/${REST}/[0-9]+/${HASH}\\.json`,
  'later compositions': dictionaryHeader(`/slices/${REST}/*`),
  'hash of a file': '[A-Za-z0-9+/]{43}=',
});
