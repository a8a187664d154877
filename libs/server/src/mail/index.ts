/** Mails that servers send: the SMTP transport, and the mails that the database asks for. */
export { type Notice, noticeMail, sendNotices } from './notices';
export { readSmtp, type SmtpSettings } from './smtpSettings';
export { type Mail, smtpFailure, smtpTransport } from './smtpTransport';
