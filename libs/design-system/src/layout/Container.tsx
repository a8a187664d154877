/** The width of the content, and its distance from the edge of the screen. */
import styled from 'styled-components';
import { token } from '../tokens';

export const Container = styled.div`
  width: 100%;
  max-width: calc(${token.size.content} + 2 * ${token.space.gutter});
  margin-inline: auto;
  padding-inline: ${token.space.gutter};
`;
