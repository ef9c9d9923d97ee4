/*
 * What people type, for places whose own words differ: the id of a place → phrases, separated by ", ". A question that is one of the phrases finds the
 * place first. A test asks for each.
 */
export const meanings = {
  "quick-start": "getting started, tutorial, first steps, hello, introduction",
  terminal: "curl, bash, shell, postman, insomnia, httpie",
  "guide-authentication":
    "auth, authorization header, bearer, bearer token, 401, unauthorized, unauthenticated, authenticate",
  "guide-authentication-what-a-call-may-do":
    "roles, permissions, scopes, 403, forbidden, access control, acl, rbac, 404 not found",
  "guide-authentication-personal-access-tokens":
    "api key, apikey, api token, token, access token, personal token, pat, secret key, credentials",
  "guide-authentication-sign-up-and-invite":
    "invite, invitation, register, sign up, signup, onboarding, add user, add member, team",
  "guide-authentication-oauth-applications":
    "oauth, oauth2, oauth app, sso, openid, pkce, authorization code, consent, third party app",
  "guide-tables-and-fields":
    "field types, column types, columns, data types, table schema, create column, add column, add field, user field, person field, checkbox field, date field, rating, fields",
  "guide-tables-and-fields-rules-for-cells":
    "required field, required, mandatory, not null, notnull, default value, default, validation, constraint",
  "guide-tables-and-fields-options":
    "dropdown, select options, choices, enum, currency, percent, number format",
  "guide-tables-and-fields-convert":
    "change type, change field type, migrate, migration, cast, convert field",
  "guide-tables-and-fields-duplicate": "clone, copy table, copy field, clone table",
  "guide-tables-and-fields-change-and-delete":
    "rename field, rename table, delete field, delete table, delete column, drop table, drop column, alter table",
  "guide-records": "rows, row, crud, insert, create row, add row, records",
  "guide-records-keys-of-fields": "field id, field name, fieldKeyType, dbFieldName",
  "guide-records-values-of-cells": "cell format, cellformat, cell value, cell types, json format",
  "guide-records-how-texts-are-read": "typecast, type cast, coerce, parse, date format, parse dates",
  "guide-records-change-a-record":
    "update row, patch, etag, if-match, 412, precondition failed, optimistic locking, optimistic concurrency, concurrency, lost update, version of a record",
  "guide-records-change-several-records":
    "upsert, bulk update, batch update, batch, bulk, bulk insert, batch insert, bulk create, batch create, insert many, update many, merge records, insert or update, many records, mass update",
  "guide-records-unique-values":
    "unique, unique constraint, unique index, deduplicate, duplicates, primary key",
  "guide-records-delete-and-bring-back":
    "bulk delete, batch delete, delete many, delete many records, mass delete, delete row, delete rows, soft delete, recycle bin, trash, restore, restore record, undelete, recover, truncate",
  "guide-records-history":
    "audit log, audit, revision, revisions, change log, activity, activity log, who changed, versioning, record history",
  "guide-records-undo": "undo, redo, revert, rollback, roll back",
  "guide-links":
    "foreign key, relation, relations, reference, link to another record, linked table, link records",
  "guide-links-relationships": "many to many, one to many, many to one, one to one, manymany, cardinality",
  "guide-links-reading-linked-records":
    "expand, join, joins, include, nested, populate, embed linked records, linked records",
  "guide-formulas":
    "formula, formulas, computed field, calculated field, calculation, expression, excel formula",
  "guide-formulas-days-and-time": "time zone, timezone, utc, dst, date functions",
  "guide-formulas-lookups-and-rollups":
    "lookup, rollup, vlookup, sum of linked records, count of linked records",
  "guide-querying": "query, list records, read records, select, projection, only some fields",
  "guide-querying-filters": "filter, where, where clause, operators, conditions, contains, condition",
  "guide-querying-filters-as-text": "tql, sql, query language, filter by formula, filterByFormula",
  "guide-querying-dates-in-filters":
    "filter by date, date filter, today, relative date, date range, between dates",
  "guide-querying-sorts": "sort, order, order by, orderby, sorting",
  "guide-querying-the-order-of-texts": "collation, alphabetical, locale, natural sort",
  "guide-querying-groups": "group, group by, groupby, grouping",
  "guide-querying-search": "search, full text search, fulltext, full text, find text",
  "guide-querying-statistics":
    "aggregate, aggregation, aggregations, statistics, sum a column, average, totals, min max, pivot",
  "guide-querying-long-queries": "414, uri too long, url too long, query as a body",
  "guide-querying-pages":
    "pagination, paging, paginate, cursor, offset, page size, next page, skip, take, next cursor, infinite scroll, page token",
  "guide-querying-cost": "performance, slow, speed, index, indexes, rcu, latency, fast, optimize",
  "guide-views-and-shares": "grid, kanban, gallery, calendar, grid view, create view, board",
  "guide-views-and-shares-share-a-view":
    "share, sharing, public link, share link, public, embed, iframe, publish, password protected, anonymous access",
  "guide-views-and-shares-a-form": "form, forms, survey, submit, public form, questionnaire",
  "guide-csv": "csv, excel, xlsx, spreadsheet, tsv, google sheets",
  "guide-csv-import-into-a-new-table":
    "csv import, import csv, import excel, excel import, import xlsx, upload csv, bulk import, import, load data",
  "guide-csv-export":
    "csv export, export csv, export excel, excel export, download csv, export, export table",
  "guide-backup": "backup, backups, dump, snapshot, archive, airtable, migrate from airtable, teable, nocodb",
  "guide-backup-export": "export base, backup base, download base, export a base",
  "guide-backup-import": "import base, restore backup, restore base, import a base",
  "guide-backup-copy-a-base": "copy base, clone base, duplicate base, template, templates",
  "guide-ai":
    "ai, llm, gpt, openai, chatgpt, claude, anthropic, language model, bedrock, ollama, prompt, machine learning, ai field",
  "guide-webhooks":
    "webhook, webhooks, realtime, real time, real-time, live updates, push, subscribe, callback, websocket, websockets, sse, server sent events, stream, change feed, listen, automation, automations, trigger, zapier, n8n",
  "guide-webhooks-what-arrives":
    "webhook events, webhook payload, webhook body, event types, payload, event, events",
  "guide-webhooks-check-the-signature":
    "webhook signature, verify webhook, hmac, signature, signing secret, webhook secret, sha256, verify signature, validate webhook, webhook security",
  "guide-webhooks-delivery":
    "webhook retry, webhook retries, webhook delivery, failed webhooks, resend webhook, webhook timeout, webhook order",
  "guide-webhooks-what-was-there-before": "previous values, old values, diff, before and after",
  "guide-notifications-and-comments":
    "comment, comments, mention, mentions, notification, notifications, discussion, reactions",
  "guide-attachments":
    "attachment, attachments, attachments upload, attachment upload, file, files, file upload, upload file, upload, upload image, upload attachment, multipart, s3",
  "guide-attachments-read-a-file":
    "download file, download attachment, signed url, presigned url, presignedurl, file url",
  "guide-attachments-pictures": "thumbnail, thumbnails, image, images, resize, picture, photo, preview image",
  "guide-attachments-one-call-instead-of-three": "form data, formdata",
  "guide-attachments-a-picture-of-a-person": "avatar, profile picture",
  "guide-client":
    "sdk, javascript, js, node, nodejs, node.js, npm, client, client library, library, library for javascript, deno, bun, javascript sdk, typescript sdk, node sdk",
  "guide-client-lists": "iterate, iterator, async iterator, all records, get all records, fetch all",
  "guide-client-when-something-fails":
    "error handling, exceptions, try catch, handle errors, timeout, timeouts, backoff, exponential backoff",
  "guide-command": "cli, command line, command line tool, terminal tool, console",
  "guide-command-sign-in": "login, log in, sign in, signin, logout",
  "guide-command-many-rows": "ndjson, jsonl, large import, json lines",
  "guide-command-in-scripts": "exit code, exit codes, scripts, cron, ci, pipeline, github actions",
  "guide-typed-clients": "typescript, ts, typed, type safe, typesafe, typings",
  "guide-typed-clients-a-client-of-the-document":
    "openapi, swagger, openapi-typescript, hey-api, code generation, codegen, generator, generate client, generate sdk, openapi generator",
  "guide-typed-clients-the-types-of-your-tables": "types, table types, types.ts, interfaces, generate types",
  "guide-typed-clients-other-languages":
    "python, python sdk, python client, go, golang, go client, java, c#, csharp, dotnet, .net, php, ruby, rust, other languages, pandas",
  "guide-errors-and-limits":
    "error, errors, error codes, error format, error message, error response, issues",
  "guide-errors-and-limits-statuses":
    "status codes, status, http status, status code, http codes, 400, 404, 405, 406, 409, 410, 413, 415, 421, 422, 431, 500, 503, 502, 504, bad request, not found, conflict, internal server error, service unavailable",
  "guide-errors-and-limits-rules-for-requests":
    "content type, headers, request format, gzip, compression, encoding, utf-8",
  "guide-errors-and-limits-rate-limits":
    "rate limit, rate limits, rate-limit, ratelimit, rate limiting, throttle, throttling, throttled, 429, too many requests, requests per second, retry-after, retry after, quota, quotas, rps, api limits",
  "guide-errors-and-limits-limits":
    "limits, limit of records, max records, maximum, payload too large, size limit, request size, max size, body size, restrictions, max fields, record limit",
  "guide-errors-and-limits-pages-of-other-origins":
    "cors, cross origin, cross-origin, cross origin request, preflight, access-control-allow-origin, allowed origins, browser, same origin, origin",
  "guide-idempotency":
    "idempotent, idempotency, idempotency key, idempotency-key, retry, retries, retrying, retry request, resend, safe retry, exactly once, double submit, at most once",
  "guide-missing": "roadmap, not supported, missing features, graphql, user interface, ui",
  "about-requests-and-responses": "request id, x-request-id, head, conditional",
  getHealth: "health, health check, healthcheck, ping, uptime, status page, liveness",
  getReadiness: "readiness",
  getOpenapi: "openapi.json, swagger.json, openapi document, spec, api spec",
  getBaseSchema: "schema, metadata, meta api, base schema, introspection, structure",
  getUser: "whoami, who am i, current user",
  listBases: "list bases, my bases, workspaces, databases",
  countRecords: "count, count records, row count, number of records, count rows",
  clickButton: "button, buttons",
  "area-plugin": "plugin, plugins, extension, extensions",
  deleteListedRecords: "delete with a body",
  resetPassword: "password, forgot password, reset password, change password",
  "area-job": "job, jobs, background job, async job, progress, long running",
  "area-selection": "clipboard, paste, copy paste, range",
  uploadAttachment: "add file to record",
};

/** Words that a question may have beside those that count. */
export const fillers = new Set(
  "a an the of to in on for from by with and or not is are be do does did how what where when which who why can could should i my me we you your it its this that there if use using want need way".split(
    " ",
  ),
);
