/** The list of keyboard shortcuts, and the switch for those of a single key. */
import { useSyncExternalStore } from 'react';
import { Checkbox, Keys, Stack, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { isMac } from '../../frame/isMac';
import { type FixedPath, pageKeys } from '../../frame/navigation';
import { letterShortcuts } from '../../frame/shortcutKeys';
import type { NavLink } from '../../frame/useNavigation';
import { t as shared } from '../../messages';
import { t } from './messages';

interface ShortcutListProps {
  /** The pages that the user may open. */
  pages: readonly NavLink[];
  onClose: () => void;
}

const hasKey = (path: string): path is FixedPath => path in pageKeys;

export function ShortcutList({ pages, onClose }: ShortcutListProps) {
  const isOn = useSyncExternalStore(letterShortcuts.subscribe, letterShortcuts.get);
  const rows: readonly (readonly [label: string, keys: readonly string[], separator?: string])[] = [
    [t('shortcutSearch'), [isMac ? '⌘' : 'Ctrl', 'K'], '+'],
    [t('shortcutList'), ['?']],
    ...pages.flatMap(({ path, label }) =>
      hasKey(path)
        ? [
            [
              t('shortcutGo', { page: label }),
              ['G', pageKeys[path].toUpperCase()],
              t('shortcutThen'),
            ] as const,
          ]
        : [],
    ),
    [t('shortcutClose'), ['Esc']],
  ];
  return (
    <Dialog open title={shared('shortcuts')} description={t('shortcutsHint')} size="sm" onClose={onClose}>
      <Stack gap="xl">
        <Stack as="dl" gap="sm">
          {rows.map(([label, keys, separator]) => (
            <Stack key={label} direction="row" justify="between" gap="md">
              <Text as="dt" size="sm">
                {label}
              </Text>
              <dd>
                <Keys keys={keys} {...(separator === undefined ? {} : { separator })} />
              </dd>
            </Stack>
          ))}
        </Stack>
        <Checkbox
          label={t('shortcutLetters')}
          hint={t('shortcutLettersHint')}
          checked={isOn}
          onChange={({ target }) => {
            letterShortcuts.set(target.checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}
