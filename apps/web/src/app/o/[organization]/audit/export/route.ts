// The audit log of an organization as a file, for its owners.
import { userOrganization } from '../../../../../server/access/user-organization.ts';
import { auditAnswer } from '../../../../../server/audit/audit-answer.ts';
import { plain } from '../../../../../server/trpc/file-answer.ts';

interface AuditFileParams {
  params: Promise<{ organization: string }>;
}

export async function GET(request: Request, { params }: AuditFileParams): Promise<Response> {
  const organization = await userOrganization(request, (await params).organization);
  if (organization instanceof Response) return organization;
  if (organization.role !== 'owner') return plain('Only an owner of the organization may see its audit log.', 403);
  return await auditAnswer(request, { organizationId: organization.id }, organization.actor);
}
