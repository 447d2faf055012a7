// Who may see the project, told to those who may: every member, and nobody of another project.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwner, type Owner } from '../testing/owner.ts';

let owner: Owner;
const project = 'default';
const person = (name: string) => ({ id: randomUUID(), name, email: `${name}@example.com` });
const joins = (slug: string) => ({ role: 'member', project: { connect: { slug } } });

beforeAll(async () => {
  owner = await openOwner();
  await owner.prisma.project.create({ data: { slug: 'foreign', name: 'Foreign' } });
  await owner.prisma.user.create({ data: { ...person('ada'), memberships: { create: joins(project) } } });
  await owner.prisma.user.create({ data: { ...person('eve'), memberships: { create: joins('foreign') } } });
});
afterAll(() => owner.close());

it('names every member of the project with their role, and no other person', async () => {
  const list = await (await owner.caller()).members.list({ project });
  expect(list.map(({ email, role, isMe }) => [email, role, isMe])).toEqual([
    ['owner@subtext.localhost', 'owner', true],
    ['ada@example.com', 'member', false],
  ]);
});

it('says when somebody was seen last, and of a person and their session nothing else', async () => {
  const ada = await owner.prisma.user.findFirstOrThrow({ where: { name: 'ada' } });
  const session = { id: randomUUID(), userId: ada.id, token: 'a secret', expiresAt: new Date(), ipAddress: '10.0.0.1' };
  const { updatedAt } = await owner.prisma.session.create({ data: session });
  const [, told] = await (await owner.caller()).members.list({ project });
  expect(told).toEqual({
    ...{ name: 'ada', email: 'ada@example.com', role: 'member', isMe: false },
    ...{ since: expect.any(Date) as Date, lastSeen: updatedAt },
  });
});
