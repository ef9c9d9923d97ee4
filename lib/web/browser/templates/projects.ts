/* Projects with their tasks, and the people who do them. */
import { type BaseTemplate, coloredChoices, dayField, textField, wholeNumbers } from "./template.ts";

const states = coloredChoices(["To do", "gray"], ["Doing", "blueBright"], ["Done", "greenBright"]);

export const projects: BaseTemplate = {
  id: "projects",
  name: "Project tracker",
  icon: "🗂️",
  about: "Tasks belong to projects and people; each project adds up the hours of its tasks.",
  tables: [
    {
      name: "People",
      icon: "👥",
      fields: [
        textField("Name"),
        {
          name: "Team",
          type: "singleSelect",
          options: coloredChoices(["Design", "purple"], ["Engineering", "blue"], ["Marketing", "orange"]),
        },
        textField("E-mail"),
      ],
      views: [
        { type: "grid", name: "All people" },
        { type: "gallery", name: "Cards", shows: ["Team", "E-mail"] },
      ],
      rows: [
        { Name: "Mira", Team: "Design", "E-mail": "mira@example.org" },
        { Name: "Jonas", Team: "Engineering", "E-mail": "jonas@example.org" },
        { Name: "Aiko", Team: "Marketing", "E-mail": "aiko@example.org" },
      ],
    },
    {
      name: "Projects",
      icon: "🎯",
      fields: [textField("Project"), dayField("Deadline"), { name: "Notes", type: "longText" }],
      views: [
        { type: "grid", name: "All projects" },
        { type: "calendar", name: "Deadlines", options: { startDateFieldId: "Deadline" } },
      ],
      rows: [
        { Project: "New website", Deadline: { days: 30 }, Notes: "Begin with the start page." },
        { Project: "Spring campaign", Deadline: { days: 14 }, Notes: "Three channels." },
      ],
    },
    {
      name: "Tasks",
      icon: "✅",
      fields: [
        textField("Task"),
        { name: "Status", type: "singleSelect", options: states },
        { name: "Project", type: "link", link: { to: "Projects", relationship: "manyOne" } },
        { name: "Assignee", type: "link", link: { to: "People", relationship: "manyOne" } },
        dayField("Due"),
        { name: "Hours", type: "number", options: wholeNumbers },
        { ...dayField("Deadline of the project"), lookup: { through: "Project", of: "Deadline" } },
        {
          name: "Attention",
          type: "formula",
          options: { expression: 'IF(AND({Status} != "Done", IS_BEFORE({Due}, TODAY())), "late", "")' },
        },
      ],
      views: [
        { type: "grid", name: "All tasks" },
        {
          type: "kanban",
          name: "Board",
          options: { stackFieldId: "Status" },
          shows: ["Project", "Assignee", "Due"],
        },
        { type: "calendar", name: "Calendar", options: { startDateFieldId: "Due" } },
        { type: "form", name: "New task", shows: ["Project", "Assignee", "Due", "Hours"] },
      ],
      rows: [
        {
          ...{ Task: "Sketch the start page", Status: "Done", Project: ["New website"], Assignee: ["Mira"] },
          ...{ Due: { days: -3 }, Hours: 8 },
        },
        {
          ...{ Task: "Build the start page", Status: "Doing", Project: ["New website"], Assignee: ["Jonas"] },
          ...{ Due: { days: 5 }, Hours: 20 },
        },
        {
          ...{ Task: "Write the texts", Status: "To do", Project: ["New website"], Assignee: ["Aiko"] },
          ...{ Due: { days: -1 }, Hours: 6 },
        },
        {
          ...{
            Task: "Choose the channels",
            Status: "Done",
            Project: ["Spring campaign"],
            Assignee: ["Aiko"],
          },
          ...{ Due: { days: -5 }, Hours: 3 },
        },
        {
          ...{ Task: "Draw the banners", Status: "To do", Project: ["Spring campaign"], Assignee: ["Mira"] },
          ...{ Due: { days: 7 }, Hours: 10 },
        },
      ],
    },
  ],
  later: [
    {
      ...{ table: "Projects", name: "Hours", type: "rollup", expression: "sum({values})" },
      options: wholeNumbers,
      over: { table: "Tasks", link: "Project", field: "Hours" },
    },
    {
      ...{ table: "People", name: "Hours", type: "rollup", expression: "sum({values})" },
      options: wholeNumbers,
      over: { table: "Tasks", link: "Assignee", field: "Hours" },
    },
  ],
};
