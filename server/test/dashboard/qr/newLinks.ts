import { operations } from '@fairlead/contract';
import type { BodyOf } from '@fairlead/contract/operation';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { callAs } from '../seed.ts';

type Body = BodyOf<typeof operations.createProjectLink>;

/** Links in a project of their own, which has a domain; and its owner, and calls as that person. */
export async function newLinks(bodies: readonly Body[]) {
  const product = await useProduct();
  const person = await newOwner(product);
  const call = await callAs(product, person);
  const project = bodyOf(await call(operations.createProject, { body: { name: 'Print' } }), 201);
  const params = { projectId: project.id };
  const links = [];
  for (const body of bodies) {
    links.push(bodyOf(await call(operations.createProjectLink, { params, body }), 201));
  }
  return { links, call, params, owner: { ...person, projectId: project.id } };
}
