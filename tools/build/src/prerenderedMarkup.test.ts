/** Markup for documents, whose policy allows no inline styles. */
import { expect, it } from 'vitest';
import { forDocument } from './prerenderedMarkup';

it('turns the attribute of a style into a class, which comes before other rules', () => {
  const { html, css } = forDocument({
    html: '<p class="a" style="--x:&quot;1&quot;;color:red">one</p><p style="color:blue">two</p><p style="color:blue">three</p>',
    css: '.a{color:green;}',
  });
  expect(html).toBe(
    '<p class="pre-0 pre-style-0">one</p><p class="pre-style-1">two</p><p class="pre-style-1">three</p>',
  );
  expect(css).toBe(
    '.pre-0{color:green;}.pre-style-0.pre-style-0.pre-style-0{--x:"1";color:red}.pre-style-1.pre-style-1.pre-style-1{color:blue}',
  );
});

it('keeps a class only if a rule has it, and gives it the same short name everywhere', () => {
  const { html, css } = forDocument({
    html: '<i class="sc-a b"></i><i class="b c"></i>',
    css: '.b:hover .c{margin:.5rem;}@media (min-width:1.5rem){.c.b{margin:0;}}.unused{margin:1px;}',
  });
  expect(html).toBe('<i class="pre-0"></i><i class="pre-0 pre-1"></i>');
  expect(css).toBe(
    '.pre-0:hover .pre-1{margin:.5rem;}@media (min-width:1.5rem){.pre-1.pre-0{margin:0;}}.unused{margin:1px;}',
  );
});

it('disables controls, which look as if they could be used', () => {
  const { html, css } = forDocument({
    html: '<button class="a" title="1 &lt; 2">Go</button><input disabled="" type="text"/><a href="/x">x</a>',
    css: '.a{opacity:1;}.a:disabled,.a[aria-disabled=true]{opacity:0.5;}.a:disabled:hover{color:red;}',
  });
  expect(html).toBe(
    '<button class="pre-0" title="1 &lt; 2" disabled="">Go</button><input disabled="" type="text"/><a href="/x">x</a>',
  );
  expect(css).toBe('.pre-0{opacity:1;}.pre-0[aria-disabled=true]{opacity:0.5;}');
});

it('leaves fields and the button that sends them usable, in a form that sends nothing', () => {
  const { html } = forDocument(
    {
      html: '<form class="a"><input type="email" name="email"/><input type="search" name="q"/><input type="checkbox" name="agree"/><input type="password"/><button type="submit">Go</button><button type="button">No</button></form>',
      css: '.a{color:red;}',
    },
    'auth-',
  );
  expect(html).toBe(
    '<form class="pre-auth-0" method="dialog"><input type="email" name="email"/><input type="search" name="q"/><input type="checkbox" name="agree" disabled=""/><input type="password" disabled=""/><button type="submit">Go</button><button type="button" disabled="">No</button></form>',
  );
});
