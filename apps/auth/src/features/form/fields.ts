/** What the forms of this slice hold. */
export interface Fields {
  email: string;
  password: string;
  confirm: string;
}

/** A field that the form does not have is empty. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form);
  const read = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: read('email'), password: read('password'), confirm: read('confirm') };
}
