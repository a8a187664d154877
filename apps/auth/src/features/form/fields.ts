/** The fields of the auth forms. */
export interface Fields {
  email: string;
  password: string;
  confirm: string;
  /** The current password. */
  current: string;
}

/** Reads the fields of a form; a missing field is empty. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form);
  const read = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    email: read('email'),
    password: read('password'),
    confirm: read('confirm'),
    current: read('current'),
  };
}
