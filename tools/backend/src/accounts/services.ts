/** The effects of a change to an account: a mail to its owner, and a security event. Neither delays the response. */

export type Notify = (to: string, subject: string, text: string) => void;

/** `type` is a noun in snake case, such as `password_changed`. */
export type RecordEvent = (type: string, accountId: string) => void;
