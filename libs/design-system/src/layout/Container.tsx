/** Limits the width of the content, with a gutter on both sides. */
import styled from 'styled-components';
import { token } from '../tokens';

export const Container = styled.div`
  width: 100%;
  max-width: calc(${token.size.content} + 2 * ${token.space.gutter});
  margin-inline: auto;
  padding-inline: ${token.space.gutter};
`;
