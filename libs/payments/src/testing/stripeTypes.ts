/**
 * Types of the requests and responses of the fakes of Stripe. They are the SDK's, which are made from Stripe's OpenAPI
 * description, so a member that a new version of the SDK renames or retypes is a type error in the fakes.
 */

/** Some members of an object, at each level. Write them without spreading: the compiler checks no spread for others. */
export type Some<T> = T extends readonly (infer Item)[]
  ? Some<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Some<T[Key]> }
    : T;

/** A parameter of a request's form, by the SDK's name for it. */
export const parameterOf = <Parameters>(form: URLSearchParams, name: keyof Parameters & string): string =>
  form.get(name) ?? '';
