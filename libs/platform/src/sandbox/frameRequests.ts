/** The limits of a frame's requests: text only, pages of this composition only, declared events only. */
import {
  fieldValues,
  type ComposedFrame,
  type EventDeclaration,
  type FromFrame,
  routeAt,
} from '@slipway/contracts';
import { toast } from '@slipway/design-system';
import type { SandboxKit } from './sandboxKit';
import type { HostRoute } from '../boot/hostContext';
import { OVERRIDE } from '../overrides/overrideParameter';

/** The greatest height of a frame, in CSS pixels. A taller page scrolls inside. */
export const TALLEST = 20_000;

export const heightOf = (height: number): number => Math.min(TALLEST, Math.max(0, Math.ceil(height)));

/** One line, without control characters and bidirectional overrides. */
export const plain = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest);

/** The URL of a page of this app, or undefined. It may not choose an override. */
export function addressOf(to: string, routes: readonly HostRoute[]): string | undefined {
  if (!to.startsWith('/') || !URL.canParse(to, window.location.origin)) return undefined;
  const { origin, pathname, search, searchParams, hash } = new URL(to, window.location.origin);
  const isOwn = origin === window.location.origin && !searchParams.has(OVERRIDE);
  return isOwn && routeAt(routes, pathname) ? pathname + search + hash : undefined;
}

/** The toast names its slice, so that it cannot pretend to be from the app. */
export function showToast({ kind, text }: Extract<FromFrame, { type: 'toast' }>, label: string): void {
  const words = plain(text, 200);
  if (words !== '') toast[kind](`${label}: ${words}`);
}

const isIncomplete = (fields: EventDeclaration['detail'], values: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).some(([field, { optional }]) => !optional && values[field] === undefined);

/**
 * Records an error of the frame for the health of its release, without its message, which may contain personal data.
 */
export function recordFrameError(
  slice: string,
  { phase, name }: Extract<FromFrame, { type: 'error' }>,
  frameError: SandboxKit['frameError'],
): void {
  const error = new Error(`An error in the frame of ${slice}`);
  error.name = name;
  error.stack = ''; // that of the page would be the shell's
  frameError.emit(slice, phase, error);
}

/** Emits an event if the manifest declares it and the detail matches. */
export function emitDeclared(
  { emits }: ComposedFrame,
  { name, version, detail }: Extract<FromFrame, { type: 'emit' }>,
  emitSliceEvent: SandboxKit['emitSliceEvent'],
): void {
  const event = emits.find((one) => one.name === name && one.version === version);
  if (!event) return;
  const values: Readonly<Record<string, unknown>> = fieldValues(event.detail, detail);
  const fits = (field: string) => values[field] === detail[field];
  if (![...Object.keys(detail), ...Object.keys(values)].every(fits) || isIncomplete(event.detail, values))
    return;
  const declared = { ...event, name: event.name as `${string}.${string}` };
  emitSliceEvent(
    { emits: [declared] },
    `${declared.name}@${declared.version}`,
    fieldValues(event.detail, detail),
  );
}
