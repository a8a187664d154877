/** The text of the list of devices. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  devicesText:
    'Browsers where you’re signed in. If you don’t recognize one, sign it out and change your password.',
  browserOn: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  thisDevice: 'This device',
  lastUsed: 'Last used {time}',
  lastUsedFrom: 'Last used {time} from {address}',
  endSession: 'Sign out',
  endSessionOf: 'Sign out {name}, last used {time}',
  endOthers: 'Sign out all other devices',
  noOtherSessions: 'You’re not signed in anywhere else.',
  sessionsFailed: 'Couldn’t load your devices',
  sessionEnded: 'Signed out on that device.',
  othersEnded: 'Signed out on all other devices.',
  endFailed: 'Couldn’t sign out there. Try again in a moment.',
});
