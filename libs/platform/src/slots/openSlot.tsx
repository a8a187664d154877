/** An open slot: a place in a slice's page that any slices fill, each in its own region. */
import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { Composition, FilledSlot, OpenSlot, ValuesOf } from '@slipway/contracts';
import { useSession } from '@slipway/session';
import { useReactiveHost } from '../boot/hostContext';
import { useEvaluation } from '../flags/useEvaluation';
import { SlicePart } from '../loading/SlicePart';

interface OpenSlotProps<Props> {
  /** Passed to every component that fills the slot. */
  props: Props;
  /** Names the region in its failure message. */
  label: string;
  /** Shown while a component loads. */
  waiting?: ReactNode;
}

interface Filler {
  slice: string;
  filling: FilledSlot;
}

/** Every slice that fills the slot, in order. */
const fillersOf = ({ slices }: Composition, name: string): Filler[] =>
  Object.entries(slices)
    .flatMap(([slice, { slots }]) =>
      slots.filter((filling) => filling.name === name).map((filling) => ({ slice, filling })),
    )
    .sort((a, b) => (a.filling.order ?? 0) - (b.filling.order ?? 0) || (a.slice < b.slice ? -1 : 1));

/** Previews are named after their family: `preview-pr-123`. */
const isNamed = (environment: string, names: readonly string[]) =>
  names.some((name) => environment === name || environment.startsWith(`${name}-`));

function isShown(
  { slice, filling: { when = {} } }: Filler,
  environment: string,
  isSignedIn: boolean,
  isOn: ReturnType<typeof useEvaluation>,
) {
  const { access, environments, flag } = when;
  if (access !== undefined && (access === 'signed-in') !== isSignedIn) return false;
  if (environments && !isNamed(environment, environments)) return false;
  return flag === undefined || isOn(`${slice}.${flag}`, false);
}

/**
 * Returns the component that renders an open slot of this slice's manifest. Its props have the types of the manifest.
 * If one filler fails, the others stay. Without fillers, it renders nothing.
 */
export function openSlot<const Offer extends OpenSlot, const Name extends Offer['name']>(
  _manifest: { offers: readonly Offer[] },
  name: Name,
): ComponentType<OpenSlotProps<ValuesOf<Extract<Offer, { name: Name }>['props']>>> {
  return function Fillers({ props, label, waiting }) {
    const host = useReactiveHost();
    const session = useSession();
    const isOn = useEvaluation();
    const { rest } = host;
    useEffect(() => {
      rest.load().catch(() => undefined); // any slice may fill it
    }, [rest]);
    const isSignedIn = session.status === 'signed-in';
    return fillersOf(host.composition, name)
      .filter((filler) => isShown(filler, host.composition.environment, isSignedIn, isOn))
      .map(({ slice }) => (
        <SlicePart
          key={slice}
          slice={slice}
          label={label}
          load={() => host.slot(slice, name)}
          props={props}
          waiting={waiting}
        />
      ));
  };
}
