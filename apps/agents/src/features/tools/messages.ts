/** The text of the tools in the form of an agent. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  tools: 'Tools',
  toolsHint:
    'The model can call tools of servers that speak the Model Context Protocol (MCP). Tools that only read run at once; all others need the caller’s approval.',
  toolsOf: 'Tools of {host}',
  toolsNone: 'This server offers no tools',
  toolsLoadFailed: 'Couldn’t load the tools',
  toolReads: 'Only reads',
  toolWrites: 'Needs approval',
  toolSecretStored: 'Secret stored',
  listTools: 'List all tools',
  listToolsOf: 'List all tools of {host}',
  removeServer: 'Remove',
  removeServerOf: 'Remove {host}',
  addServer: 'Add a server',
  serverAddress: 'Address of the server',
  serverAddressHint: 'Starts with https://',
  secretHeader: 'Header with a secret',
  secretHeaderHint: 'Optional, such as Authorization or X-Api-Key',
  secretValue: 'Value of the header',
  secretValueHint: 'Stored encrypted, sent only to this address, and never shown again',
  connect: 'List its tools',
  serverAddressWrong: 'Enter an address that starts with https://',
  serverKnown: 'This server is in the list already',
  serverFailed: 'Couldn’t list the tools: {reason}',
  serverNotListed: 'Its tools are not known. Change the address or the secret, and list them again.',
  serverNotAdded: 'The server isn’t added yet. List its tools, or clear its address.',
  toolsTooMany: 'Choose at most 32 tools of 5 servers',
});
