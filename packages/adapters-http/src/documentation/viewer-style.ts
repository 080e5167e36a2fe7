/** What the reference has besides the style sheet of Swagger UI: folded parts, and less space. */
export const viewerStyle = `
.swagger-ui .response-col_links { display: none }
.swagger-ui .response-col_description details { padding: 0 }
.swagger-ui .response-col_description summary { cursor: pointer; font-size: 14px }
.swagger-ui .response-col_description pre.example {
  margin: 4px 0 12px; padding: 10px; background: #333; color: #fff; font-size: 12px;
  white-space: pre-wrap; overflow-wrap: anywhere
}
.swagger-ui .body-param__text { min-height: 140px }
`
