/** Maps a URL of the local server to its environment. Source: `environments/local.json` and `environments/preview.json`. */
import { LOCAL } from '@slipway/cli';

/** `pr-123.localhost` is the preview `pr-123`; browsers resolve such names to this machine. */
export function environmentOf({ hostname }: Pick<URL, 'hostname'>): string {
  const [, id] = /^([a-z0-9-]+)\.localhost$/.exec(hostname) ?? [];
  return id === undefined ? LOCAL : `preview-${id}`;
}
