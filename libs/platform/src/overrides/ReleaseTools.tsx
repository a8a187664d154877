/** The release tools: which release each region of the page runs, and which others this browser may run instead. */
import { useState } from 'react';
import { Button, Checkbox, Select, Stack, Text, TextInput, toast } from '@slipway/design-system';
import { Outline, Panel } from '@slipway/design-system/overlays';
import type { Composition } from '@slipway/contracts';
import { useHost } from '../boot/hostContext';
import { t } from './messages';
import { choicesOf, MACHINE, type SliceChoice } from './sliceChoices';
import { type Region, useRegions } from './useRegions';
import { overrideLink, runOverrides, wantedOverrides } from './wantedOverrides';

const MACHINE_ORIGIN = 'http://localhost:';
/** The suggested port. `slipway dev` uses ports from 4300, and its builds do not run in pages of an environment. */
const FIRST_PORT = '4205';

export interface ReleaseToolsProps {
  /** The document's composition. */
  composed: Composition;
  onClose: () => void;
}

export function ReleaseTools({ composed, onClose }: ReleaseToolsProps) {
  const { composition } = useHost();
  const regions = useRegions();
  const [active] = useState(() => wantedOverrides(''));
  const [wanted, setWanted] = useState(active);
  const [hasOutlines, setOutlines] = useState(true);
  const { shell } = composition;
  const releaseOf = (slice: string) =>
    composition.slices[slice] ?? { version: shell.version, owner: 'shell' };

  const want = (slice: string, target: string) => {
    const next = new Map(wanted);
    if (target === '') next.delete(slice);
    else next.set(slice, target);
    setWanted(next);
  };
  const copy = () => {
    navigator.clipboard.writeText(overrideLink(window.location.href, wanted)).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    );
  };
  const choices = choicesOf(composed, composition);
  const isHere = ({ slice }: SliceChoice) => regions.some((region) => region.slice === slice);
  const sorted = [...choices.filter(isHere), ...choices.filter((choice) => !isHere(choice))];

  return (
    <>
      <Panel
        title={t('title')}
        onClose={onClose}
        footer={
          <>
            <Button
              size="sm"
              onClick={() => {
                runOverrides(new Map(), window);
              }}
            >
              {t('reset')}
            </Button>
            <Button size="sm" onClick={copy}>
              {t('copyLink')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              onClick={() => {
                runOverrides(wanted, window);
              }}
            >
              {t('run')}
            </Button>
          </>
        }
      >
        <Stack gap="lg">
          <Checkbox
            label={t('outlines')}
            checked={hasOutlines}
            onChange={(event) => {
              setOutlines(event.target.checked);
            }}
          />
          <Text size="sm">
            {t('region', { slice: 'shell', version: shell.version.slice(0, 8), owner: 'shell' })}
          </Text>
          {sorted.map((choice) => (
            <SliceRow
              key={choice.slice}
              choice={choice}
              regions={regions.filter(({ slice }) => slice === choice.slice)}
              target={wanted.get(choice.slice) ?? ''}
              onChange={(target) => {
                want(choice.slice, target);
              }}
            />
          ))}
        </Stack>
      </Panel>
      {hasOutlines &&
        regions.map(({ slice, label, ...box }) => {
          const { version, owner } = releaseOf(slice);
          return (
            <Outline
              key={`${slice} ${label}`}
              {...box}
              tone={active.has(slice) ? 'warning' : 'info'}
              label={t('region', { slice, version: version.slice(0, 8), owner })}
            />
          );
        })}
    </>
  );
}

interface SliceRowProps {
  choice: SliceChoice;
  regions: readonly Region[];
  /** The choice: a version, an origin, or an empty string for none. */
  target: string;
  onChange: (target: string) => void;
}

function SliceRow({ choice: { slice, running, options }, regions, target, onChange }: SliceRowProps) {
  const isMachine = target.startsWith(MACHINE_ORIGIN);
  const places = [...new Set(regions.map(({ label }) => label))].join(', ');
  return (
    <Stack gap="xs">
      <Select
        label={slice}
        hint={running && t('region', { slice, version: running.version.slice(0, 8), owner: running.owner })}
        options={options}
        value={isMachine ? MACHINE : target}
        onChange={({ target: { value } }) => {
          onChange(value === MACHINE ? MACHINE_ORIGIN + FIRST_PORT : value);
        }}
      />
      <Text size="sm" tone="subtle">
        {places === '' ? t('elsewhere') : t('onPage', { regions: places })}
      </Text>
      {isMachine && (
        <TextInput
          label={t('port', { slice })}
          inputMode="numeric"
          value={target.slice(MACHINE_ORIGIN.length)}
          onChange={(event) => {
            onChange(MACHINE_ORIGIN + event.target.value.replace(/\D/g, '').slice(0, 5));
          }}
        />
      )}
    </Stack>
  );
}
