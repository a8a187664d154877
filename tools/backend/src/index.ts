/** The embedded Supabase: REST and auth APIs over PGlite or PostgreSQL, migrated, seeded and locked. */
export { type Backend, type BackendOptions, startBackend } from './backend';
export { type BackupOptions, createBackup } from './backup/backup';
export { restoreBackup, type RestoreOptions } from './backup/restore';
export { type Database, openPglite, type SqlExecutor } from './database/database';
export { pgliteExtensions } from './database/extensions';
export { migrate } from './database/migrations';
export { openPostgres } from './database/postgres';
export { listKeys } from './keys/list';
export { rotateKey } from './keys/rotate';
export type { Rotation } from './keys/rotation';
export { defaultRates } from './limits/authRates';
export type { Mail, Mailbox } from './mail/mailbox';
export type { SmtpSettings } from '@slipway/server/mail';
export { recordSecurityEvent, type SecurityEvent } from './securityEvents';
export { authSettings, type GitHubApp } from './settings/authSettings';
export { demo } from './settings/demo';
export { type KeyName, keyNames, keysOf, readKeys } from './settings/keys';
