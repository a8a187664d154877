/** The place of the prerendered page, in a document that several files of tests share. */

/** As the parser adds it after the script. Returns whether it is there afterwards. */
export async function isPlaceKept(): Promise<boolean> {
  const place = document.createElement('div');
  place.id = 'slipway-prerendered';
  document.body.append(place);
  await Promise.resolve();
  const { isConnected } = place;
  place.remove();
  return isConnected;
}

/** Each script that shows no page waits to remove one: without this, that of a later test. */
export async function endRemovals(): Promise<void> {
  while (!(await isPlaceKept()));
}
