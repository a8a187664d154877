/** Whether the user wants the devtools guard. Source: `slipway-deterrent` in local storage, `off` or absent. */
import { createStoredValue } from '@slipway/state';

/** On by default. */
export const devtoolsGuardPreference = createStoredValue(() => localStorage, 'slipway-deterrent', {
  read: (text) => text !== 'off',
  write: (isOn: boolean) => (isOn ? null : 'off'),
});
