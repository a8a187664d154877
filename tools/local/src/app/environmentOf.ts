/** Which environment an address of the local server is. Source: `environments/local.json` and `environments/preview.json`. */

export const LOCAL = 'local';

/** `pr-123.localhost` is the preview `pr-123`; browsers lead every such name to this machine. */
export function environmentOf({ hostname }: Pick<URL, 'hostname'>): string {
  const [, id] = /^([a-z0-9-]+)\.localhost$/.exec(hostname) ?? [];
  return id === undefined ? LOCAL : `preview-${id}`;
}
