/** Chooses the language of the app, in a menu or the drawer. Visitors open it with a button in the header. */
import { Suspense, useId, useState } from 'react';
import { Button, Chip, ChipGroup, Divider, Stack } from '@slipway/design-system';
import { useHost } from '../boot/hostContext';
import { lazyPart } from '../loading/lazyPart';
import { chooseLanguage, chosenLanguage } from './choice';
import { t } from './messages';

/** The name of a language in that language, such as `Deutsch`, because users look for that. */
const nameOf = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

const Popover = lazyPart(async () => ({
  default: (await import('@slipway/design-system/overlays')).Popover,
}));

const useOffered = (): readonly string[] => useHost().composition.languages?.offered ?? [];

/**
 * Renders nothing if the environment offers one language. `hasDivider`: a line above separates it from the rest of its
 * menu.
 */
export function LanguageChoice({ hasDivider = true }: { hasDivider?: boolean }) {
  const offered = useOffered();
  if (offered.length < 2) return null;
  const chosen = chosenLanguage(offered);
  return (
    <>
      {hasDivider && <Divider />}
      <Stack inset>
        <ChipGroup label={t('language')}>
          {offered.map((tag) => (
            <Chip
              key={tag}
              lang={tag}
              translate="no"
              pressed={tag === chosen}
              onClick={() => {
                if (tag !== chosen) chooseLanguage(tag);
              }}
            >
              {nameOf(tag)}
            </Chip>
          ))}
        </ChipGroup>
      </Stack>
    </>
  );
}

/** Shows the current language and opens the choice. Renders nothing if there is only one language. */
export function LanguageButton() {
  const id = useId();
  const offered = useOffered();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (offered.length < 2) return null;
  const chosen = chosenLanguage(offered);
  return (
    <>
      <Button
        ref={setAnchor}
        variant="quiet"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <span lang={chosen} translate="no">
          {nameOf(chosen)}
        </span>
      </Button>
      {isOpen && anchor && (
        <Suspense>
          <Popover
            id={id}
            label={t('language')}
            anchor={anchor}
            onClose={() => {
              setOpen(false);
            }}
          >
            <LanguageChoice hasDivider={false} />
          </Popover>
        </Suspense>
      )}
    </>
  );
}
